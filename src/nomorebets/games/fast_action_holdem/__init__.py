"""Fast action hold'em: a game whose text is not available, dealt by the terms of a licensee's game file."""
