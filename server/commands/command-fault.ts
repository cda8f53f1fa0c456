/** A mistake in a command; the message is for the administrator. */
export class CommandFault extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'CommandFault';
	}
}

/** An invalid value of a field. */
export class FieldFault extends CommandFault {
	constructor(
		readonly field: string,
		readonly fault: string,
	) {
		super(`${field} ${fault}`);
		this.name = 'FieldFault';
	}
}
