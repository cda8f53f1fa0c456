/** Short texts of the pieces that comparisons stumble over, for properties that hold for every pair. */
import fc from 'fast-check';

const piece = fc.constantFrom(
	...['a', 'A', 'b', 'word', ' ', ' ', '  ', '\n', '\n', '\r\n', '\n\n', '.', ',', 'ä', '🖊', '- '],
);
export const anyText = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
