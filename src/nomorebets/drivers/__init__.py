"""Who answers a script: chance and bots, a record, a transcript, or every possibility in turn."""
