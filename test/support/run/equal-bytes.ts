/** Has `expect` compare bytes as a whole: it goes through them one by one, at a second for some 100 KB. */
type EqualityTester = (came: unknown, wanted: unknown) => boolean | undefined;

/** What the types of jest leave out. */
interface WithTesters {
	addEqualityTesters(testers: readonly EqualityTester[]): void;
}

(expect as unknown as WithTesters).addEqualityTesters([sameBytes]);

/** What differs is left to jest, which shows it. */
function sameBytes(came: unknown, wanted: unknown): true | undefined {
	return Buffer.isBuffer(came) && Buffer.isBuffer(wanted) && came.equals(wanted) ? true : undefined;
}
