"""A small rulebook in both languages, for tests that change a line of it."""

from __future__ import annotations

EN = """# Ferry

Words before the first topic are for readers of the file.

## In two minutes

You carry goats over a river. See F-GO-1 and **Goat**.

## Going

**F-GO-1** The ferry carries two goats.

- one in front
- one behind

> Two goats board.
> The third waits.

> A lone goat boards too.

Nobody swims.

**F-GO-2** A goat that was left counts as in F-GO-1, a *brown goat* too.

### Brown goat <!-- G:1 G:2 -->

Heavy. It is carried by the ferry.

> Two brown goats sink it.

### Ferry boat <!-- boat -->

Floats <!-- mostly --> well.

## Glossary

- **Goat** <!-- goat -->: what you carry.
- **River** <!-- river -->: wet; the ferry boat is on it.
"""

PL = """# Prom

Przedmowa.

## W dwie minuty

Przewozisz kozy przez rzekę. Zobacz F-GO-1 i **Koza**.

## Przeprawa

**F-GO-1** Prom zabiera dwie kozy.

- jedną z przodu
- jedną z tyłu

> Wchodzą dwie kozy.
> Trzecia czeka.

> Samotna koza też wchodzi.

Nikt nie pływa.

**F-GO-2** Koza pozostawiona liczy się jak w F-GO-1, *brązowa koza* też.

### Brązowa koza <!-- G:1 G:2 -->

Ciężka. Przewozi ją prom.

> Dwie brązowe kozy go zatapiają.

### Łódź promowa <!-- boat -->

Pływa <!-- zwykle --> dobrze.

## Słowniczek

- **Rzeka** <!-- river -->: mokra; jest na niej łódź promowa.
- **Żwawa koza** <!-- goat -->: to, co przewozisz.
"""

WORDS = {"en": "F-GO-2: lone goat; goat left\n\nboat: raft\n", "pl": "boat: tratwa\n"}
"""The files of other words."""
