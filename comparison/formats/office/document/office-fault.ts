/** Why an office document cannot be compared. The message is a sentence for those who sent it. */
export class OfficeFault extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'OfficeFault';
	}
}
