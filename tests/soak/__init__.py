"""The standing exercise: what is promised, attacked for half an hour and judged."""
