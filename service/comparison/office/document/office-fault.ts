/** Why an office document cannot be compared; its message is a sentence for the people who sent it. */
export class OfficeFault extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'OfficeFault';
	}
}
