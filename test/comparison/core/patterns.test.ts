/** Patterns that users wrote have a time of their own, whatever they match. */
import { TooMuchToCompare } from '../../../comparison/core/comparison';
import { masked, patternsOf, stretchesOf, withinStep } from '../../../comparison/core/patterns';
import { at } from '../../../server/at';

const patternOf = (source: string) => at(patternsOf({ ignorePatterns: [source] }), 0);

test.each(['(a+)+$', '(a|aa)+$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
	'%s is ended, and named',
	(source) => {
		const text = `${'a'.repeat(60)}!`;
		const pattern = patternOf(source);
		const work = () => withinStep([pattern], () => stretchesOf(text, [pattern]), 50);
		expect(work).toThrow(TooMuchToCompare);
		expect(work).toThrow(`The pattern ${source} takes more than 0.05 seconds`);
	},
);

test('a step gives its result, and its fault', () => {
	const text = 'one 1, two 22';
	const digits = patternOf('\\d*');
	expect(withinStep([digits], () => stretchesOf(text, [digits]))).toEqual([
		{ from: 4, to: 5 },
		{ from: 11, to: 13 },
	]);
	const seen: string[] = [];
	const onHit = ({ source }: { readonly source: string }) => seen.push(source);
	// Where two patterns match the same, both have hit, and it is hidden once.
	const both = [patternOf('\\d+'), patternOf('e \\d')];
	const stretches = withinStep(both, () => stretchesOf(text, both, onHit));
	expect(masked(text, stretches, '#')).toBe('on#, two #');
	expect(seen).toEqual(['\\d+', '\\d+', 'e \\d']);
	const failing = () =>
		withinStep([digits], () => {
			throw new RangeError('too deep');
		});
	expect(failing).toThrow(RangeError);
});
