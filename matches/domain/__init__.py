"""What a match is: pure values and functions, without SQL or asyncio."""
