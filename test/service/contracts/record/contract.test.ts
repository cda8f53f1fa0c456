/** The rules of a contract that need no database. */
import { contractStatus, pairSigners } from '../../../../service/contracts/record/contract';

test('the status follows from how many of the signers have signed', () => {
	const table = [1, 2, 3].flatMap((signers) =>
		Array.from({ length: signers + 1 }, (_, signed) => [
			signed,
			signers,
			contractStatus(signed, signers),
		]),
	);
	expect(table).toEqual([
		[0, 1, 'Unsigned'],
		[1, 1, 'Signed'],
		[0, 2, 'Unsigned'],
		[1, 2, 'PartiallySigned'],
		[2, 2, 'Signed'],
		[0, 3, 'Unsigned'],
		[1, 3, 'PartiallySigned'],
		[2, 3, 'PartiallySigned'],
		[3, 3, 'Signed'],
	]);
});

test('signers and signatures are paired in their order, for all sizes up to four', () => {
	const addresses = ['A@x.test', 'b@x.test', 'c@x.test', 'd@x.test'];
	for (let signers = 1; signers <= 4; signers += 1) {
		for (let signatures = 0; signatures <= 4; signatures += 1) {
			const hands = addresses.slice(0, signatures).map((address) => `hand of ${address}`);
			const pair = () => pairSigners(addresses.slice(0, signers), hands);
			if (signatures === 0 || signatures === signers) {
				expect(pair()).toEqual(
					addresses.slice(0, signers).map((address, index) => ({
						email: address.toLowerCase(),
						address,
						role: 'Signer',
						signature: hands[index],
					})),
				);
			} else {
				expect(pair).toThrow(
					`Field 'signatures' has ${signatures} entries and field 'signerEmails' has ${signers}.`,
				);
			}
		}
	}
});

test('an address is named once, whatever its case', () => {
	expect(() => pairSigners(['a@x.test', 'b@x.test', 'A@X.test'], [])).toThrow(
		"Field 'signerEmails' names A@X.test more than once.",
	);
});
