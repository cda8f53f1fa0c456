/** What an administrator asked for cannot be done as they asked; the message is theirs to read. */
export class CommandFault extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'CommandFault';
	}
}

/** One value of what they asked for cannot be taken: its field, and what is wrong with it. */
export class FieldFault extends CommandFault {
	constructor(
		readonly field: string,
		readonly fault: string,
		/** Where the option of the command is not called like the field. */
		sentence = `--${field} ${fault}`,
	) {
		super(sentence);
		this.name = 'FieldFault';
	}
}
