/** What the signs of bullets say, in Unicode and in fonts of symbols. */
import { bulletWords } from '../../../../comparison/formats/package/list-numbers';

test.each([
	['☐', 'Arial', 'with an empty box'],
	['☑', '', 'ticked'],
	['☒', 'MS Gothic', 'crossed'],
	['\uf06f', 'Wingdings', 'with an empty box'],
	['o', 'Wingdings', 'with an empty box'],
	['ü', 'Wingdings', 'ticked'],
	['\uf0fd', 'WINGDINGS', 'crossed'],
	['R', 'Wingdings 2', 'ticked'],
	['☑', 'Wingdings', 'ticked'],
	['o', 'Courier New', ''],
	['ü', 'Arial', ''],
	['\uf0b7', 'Symbol', ''],
	['•', '', ''],
	// The last digits of its number are those of a box in the font, which has no such sign.
	['\u256f', 'Wingdings', ''],
	[' ', '', ''],
	['', 'Wingdings', ''],
])('the bullet %j in %j says %j', (sign, font, words) => {
	expect(bulletWords(sign, font)).toBe(words);
});
