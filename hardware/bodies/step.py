"""A body as a STEP file (ISO 10303-21, AP214): every solid with true planes and cylinders, and its colour.

Written without a library, a date or a name of a program, so the same body gives the same bytes. STEP counts y
upwards; footprints count it downwards: the sign is changed here and nowhere else.
"""

from __future__ import annotations

from itertools import pairwise

from hardware.bodies.solids import Body, Colour, Prism, Rod, Solid, Spot, X, Y, Z

HEAD = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('a part of Glowtable'),'2;1');
FILE_NAME('{name}','',(''),(''),'','','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN {{ 1 0 10303 214 1 1 1 1 }}'));
ENDSEC;
DATA;
"""
END = "ENDSEC;\nEND-ISO-10303-21;\n"
AXES: tuple[Spot, Spot, Spot] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
YES, NO = ".T.", ".F."


class File:
    """A STEP file under way: numbered lines that name one another."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[str] = []
        self.known: dict[str, str] = {}  # points, directions and what is made of them, told once

    def add(self, text: str) -> str:
        self.lines.append(f"#{len(self.lines) + 1}={text};")
        return f"#{len(self.lines)}"

    def once(self, text: str) -> str:
        if text not in self.known:
            self.known[text] = self.add(text)
        return self.known[text]

    # -- geometry

    def point(self, at: Spot) -> str:
        return self.once(f"CARTESIAN_POINT('',{triple(at)})")

    def direction(self, along: Spot) -> str:
        return self.once(f"DIRECTION('',{triple(along)})")

    def placement(self, at: Spot, normal: Spot, reference: Spot) -> str:
        names = ",".join((self.point(at), self.direction(normal), self.direction(reference)))
        return self.once(f"AXIS2_PLACEMENT_3D('',{names})")

    def line(self, start: Spot, end: Spot) -> str:
        vector = self.once(f"VECTOR('',{self.direction(unit(start, end))},1.)")
        return self.once(f"LINE('',{self.point(start)},{vector})")

    def vertex(self, at: Spot) -> str:
        return self.add(f"VERTEX_POINT('',{self.point(at)})")

    def edge(self, start: str, end: str, curve: str) -> str:
        return self.add(f"EDGE_CURVE('',{start},{end},{curve},.T.)")

    def face(self, edges: list[tuple[str, str]], surface: str) -> str:
        """A face within a closed run of edges, each with its sense."""
        oriented = ",".join(self.add(f"ORIENTED_EDGE('',*,*,{edge},{sense})") for edge, sense in edges)
        loop = self.add(f"EDGE_LOOP('',({oriented}))")
        bound = self.add(f"FACE_OUTER_BOUND('',{loop},.T.)")
        return self.add(f"ADVANCED_FACE('',({bound}),{surface},.T.)")

    def plane(self, at: Spot, normal: Spot, reference: Spot) -> str:
        return self.once(f"PLANE('',{self.placement(at, normal, reference)})")

    # -- solids

    def solid(self, solid: Solid) -> str:
        faces = self.prism(solid) if isinstance(solid, Prism) else self.rod(solid)
        shell = self.add(f"CLOSED_SHELL('',({','.join(faces)}))")
        return self.add(f"MANIFOLD_SOLID_BREP('',{shell})")

    def prism(self, prism: Prism) -> list[str]:
        """Bottom, top and sides, each with its corners counter-clockwise as seen from outside."""
        ring = counter_clockwise([(x, -y) for x, y in prism.outline])
        corners: list[Spot] = [(x, y, z) for z in (prism.low, prism.high) for x, y in ring]
        count, vertices = len(ring), [self.vertex(corner) for corner in corners]
        sides = [[n, (n + 1) % count, (n + 1) % count + count, n + count] for n in range(count)]
        made: dict[tuple[int, int], str] = {}

        def side(a: int, b: int) -> tuple[str, str]:
            if (b, a) in made:
                return made[b, a], NO
            made[a, b] = self.edge(vertices[a], vertices[b], self.line(corners[a], corners[b]))
            return made[a, b], YES

        found = []
        for face in ([*range(count)][::-1], [*range(count, 2 * count)], *sides):
            first, second, third = (corners[n] for n in face[:3])
            along = unit(first, second)
            plane = self.plane(first, cross(along, unit(second, third)), along)
            found.append(self.face([side(a, b) for a, b in pairwise([*face, face[0]])], plane))
        return found

    def rod(self, rod: Rod) -> list[str]:
        """Its side, which meets itself in a seam, and its two ends."""
        x, y, z = rod.start
        first: Spot = (x, -y - (rod.length if rod.axis == Y else 0), z)
        axis, across = AXES[rod.axis], AXES[(rod.axis + 1) % 3]
        last, radius = moved(first, axis, rod.length), rod.diameter / 2
        ends = [moved(end, across, radius) for end in (first, last)]
        vertices = [self.vertex(end) for end in ends]
        circles = [
            self.edge(vertex, vertex, self.add(f"CIRCLE('',{self.placement(end, axis, across)},{number(radius)})"))
            for vertex, end in zip(vertices, (first, last), strict=True)
        ]
        seam = self.edge(vertices[0], vertices[1], self.line(ends[0], ends[1]))
        side = self.add(f"CYLINDRICAL_SURFACE('',{self.placement(first, axis, across)},{number(radius)})")
        return [
            self.face([(circles[0], YES), (seam, YES), (circles[1], NO), (seam, NO)], side),
            self.face([(circles[0], NO)], self.plane(first, moved((0, 0, 0), axis, -1), across)),
            self.face([(circles[1], YES)], self.plane(last, axis, across)),
        ]

    # -- the file

    def styled(self, solid: str, colour: Colour) -> str:
        paint = self.once(f"COLOUR_RGB('',{','.join(map(number, colour))})")
        fill = self.once(f"FILL_AREA_STYLE_COLOUR('',{paint})")
        area = self.once(f"FILL_AREA_STYLE('',({fill}))")
        filled = self.once(f"SURFACE_STYLE_FILL_AREA({area})")
        side = self.once(f"SURFACE_SIDE_STYLE('',({filled}))")
        usage = self.once(f"SURFACE_STYLE_USAGE(.BOTH.,{side})")
        style = self.once(f"PRESENTATION_STYLE_ASSIGNMENT(({usage}))")
        return self.add(f"STYLED_ITEM('',({style}),{solid})")

    def units(self) -> str:
        """Millimetres, radians, and how near two points must be to be one."""
        length = self.add("(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.))")
        angle = self.add("(NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.))")
        solid = self.add("(NAMED_UNIT(*) SOLID_ANGLE_UNIT() SI_UNIT($,.STERADIAN.))")
        near = self.add(f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-6),{length},'distance_accuracy_value','')")
        return self.add(
            "(GEOMETRIC_REPRESENTATION_CONTEXT(3) "
            f"GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({near})) "
            f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle},{solid})) REPRESENTATION_CONTEXT('',''))"
        )

    def product(self, shape: str) -> None:
        """What AP214 wants to be told of a thing with a shape."""
        application = self.add("APPLICATION_CONTEXT('automotive_design')")
        self.add(f"APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,{application})")
        context = self.add(f"PRODUCT_CONTEXT('',{application},'mechanical')")
        product = self.add(f"PRODUCT('{self.name}','{self.name}','',({context}))")
        formation = self.add(f"PRODUCT_DEFINITION_FORMATION('','',{product})")
        stage = self.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{application},'design')")
        definition = self.add(f"PRODUCT_DEFINITION('','',{formation},{stage})")
        described = self.add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
        self.add(f"SHAPE_DEFINITION_REPRESENTATION({described},{shape})")

    def text(self, body: Body) -> str:
        solids = [self.solid(solid) for solid in body]
        units = self.units()
        origin = self.placement((0, 0, 0), AXES[Z], AXES[X])
        self.product(self.add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({','.join((origin, *solids))}),{units})"))
        styles = [self.styled(name, solid.colour) for name, solid in zip(solids, body, strict=True)]
        self.add(f"MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({','.join(styles)}),{units})")
        return HEAD.format(name=self.name) + "\n".join(self.lines) + "\n" + END


def step_file(name: str, body: Body) -> str:
    return File(name).text(body)


def number(value: float) -> str:
    """A real as STEP writes it: always with a point, never -0."""
    text = f"{value:.4f}".rstrip("0")
    return "0." if text == "-0." else text


def triple(values: Spot) -> str:
    return f"({','.join(map(number, values))})"


def unit(start: Spot, end: Spot) -> Spot:
    dx, dy, dz = (b - a for a, b in zip(start, end, strict=True))
    long = (dx * dx + dy * dy + dz * dz) ** 0.5
    return dx / long, dy / long, dz / long


def cross(a: Spot, b: Spot) -> Spot:
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    return unit((0, 0, 0), (x, y, z))


def moved(at: Spot, along: Spot, far: float) -> Spot:
    x, y, z = (a + far * b for a, b in zip(at, along, strict=True))
    return x, y, z


def counter_clockwise(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))
    return ring if area > 0 else ring[::-1]
