// MicroPython's WebAssembly port, started like the unix port: node wasm.mjs PACKAGE [-X heapsize=BYTES] (-c CODE | SCRIPT).
// Folders named by MICROPYPATH are copied into its file system; its stdin is no stream, so only scripts run here.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [home, ...words] = process.argv.slice(2);
const limit = words[0] === "-X" ? words.splice(0, 2)[1].split("=")[1] : "1m";
const units = { k: 1024, m: 1024 * 1024 };
const code = words[0] === "-c" ? words[1] : fs.readFileSync(words[0], "utf8");
const folders = (process.env.MICROPYPATH ?? ".frozen").split(":");

const { loadMicroPython } = await import(pathToFileURL(path.join(home, "micropython.mjs")));
const micropython = await loadMicroPython({
  url: path.join(home, "micropython.wasm"),
  heapsize: parseInt(limit) * (units[limit.at(-1)] ?? 1),
  stdout: (line) => process.stdout.write(line + "\n"),
  stderr: (line) => process.stderr.write(line + "\n"),
  linebuffer: true,
});

function copy(folder) {
  micropython.FS.mkdirTree(folder);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name);
    if (entry.isDirectory()) copy(inner);
    else if (entry.name.endsWith(".py")) micropython.FS.writeFile(inner, fs.readFileSync(inner));
  }
}

for (const folder of folders.filter((name) => name !== ".frozen")) copy(path.resolve(folder));
const places = folders.map((name) => (name === ".frozen" ? name : path.resolve(name)));
try {
  micropython.runPython(`import sys\nsys.path[:] = ${JSON.stringify(places)}\n`);
  micropython.runPython(code);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
