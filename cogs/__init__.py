"""All Discord: commands, panels, buttons, error answers. No rules, no SQL."""
