"""The toolkit for the pictures of all games.

`layout` names the boxes of a picture, `type` sets text, `pen` draws smooth shapes, `canvas`
paints tiles from these, and `press` turns tiles into one small PNG. From the outside in: a game
lays out a picture as boxes and fills each with a *tile*, a painter and its arguments. A tile that
was painted before is not painted again, so a move costs only the few tiles it changed.
"""
