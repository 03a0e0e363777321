#!/bin/sh
# KiCad 9, its symbols and footprints, ngspice and PrusaSlicer from Debian's packages, for root; Debian 12 has this KiCad
# in its backports. Bodies of parts, for new pictures, are a package of their own: kicad-packages3d, 5 GB.
set -eu

refuse() {
	echo 'make test T=kicad needs KiCad 9 with its libraries, ngspice and PrusaSlicer: install them (Debian 12: kicad, kicad-symbols and kicad-footprints from bookworm-backports, ngspice, prusa-slicer; others: kicad.org, prusa3d.com)'
	exit 1
}

kicad-cli version 2>/dev/null | grep -q '^9\.' && test -d /usr/share/kicad/footprints && test -d /usr/share/kicad/symbols &&
	command -v ngspice >/dev/null && command -v prusa-slicer >/dev/null && exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || refuse
apt-get update -qq
backports=
if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
	site=$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' | head -n 1)
	echo "deb $site bookworm-backports main" >/etc/apt/sources.list.d/bookworm-backports.list
	apt-get update -qq
	backports='-t bookworm-backports'
fi
# shellcheck disable=SC2086 # two words or none
apt-get install -y -qq --no-install-recommends $backports kicad kicad-symbols kicad-footprints ngspice prusa-slicer >/dev/null || refuse
