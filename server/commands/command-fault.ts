/** What an administrator asked for cannot be done as they asked; the message is theirs to read. */
export class CommandFault extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'CommandFault';
	}
}
