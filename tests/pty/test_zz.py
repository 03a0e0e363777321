import time, pytest, threading
from tests.pty.test_pty_service import *
pytestmark = pytest.mark.pty
def test_zz(workbench):
    command = ("glowtable", "serve", "--port", workbench.port, "--port-http", "0", *OPTIONS)
    service = Service(workbench.begin(*command, **STREAMS))
    out=[]
    threading.Thread(target=lambda: [out.append(l) for l in service.process.stdout], daemon=True).start()
    try:
        host = Device(service, HOST)
        host.open().hear(is_lobby)
        print("said", service.said)
        def drain():
            import json
            try:
                while True:
                    m=json.loads(host.socket.recv(0.5))
                    if "n" in m: host.moment=m
            except TimeoutError: pass
            except Exception as e: print("X",e)
        for code in ("", "key 0", "key 0", "key 1", "key 21", "key 18","key 19","key 20"):
            if code: print(code, workbench.table.do(code))
            workbench.passes(1)
            drain()
            print(workbench.now_s(), lit(workbench), [p for p in host.moment["public"]["players"]], host.moment["public"]["game"], workbench.table.do("cells")[:60], out)
    finally:
        service.process.kill()
    assert 0
