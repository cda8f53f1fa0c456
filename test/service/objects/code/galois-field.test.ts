/** The field's axioms, tried on every element, every pair and every triple. */
import { inverse, multiply, power } from '../../../../service/objects/code/galois-field';

/** Multiplication as it is defined: shift and add, reduced by the polynomial. */
function multiplyByDefinition(a: number, b: number): number {
	let product = 0;
	for (let bit = 0, shifted = a; bit < 8; bit += 1) {
		if ((b >> bit) & 1) product ^= shifted;
		shifted <<= 1;
		if (shifted > 255) shifted ^= 0x11d;
	}
	return product;
}

const elements = Array.from({ length: 256 }, (_, value) => value);
const products = elements.map((a) => elements.map((b) => multiply(a, b)));

function product(a: number, b: number): number {
	return products[a]?.[b] ?? Number.NaN;
}

test('all 65,536 products are those of the definition', () => {
	const wrong = elements.flatMap((a) =>
		elements.filter((b) => product(a, b) !== multiplyByDefinition(a, b)).map((b) => [a, b]),
	);
	expect(wrong).toEqual([]);
});

test('multiplication commutes, and every element but zero has an inverse', () => {
	for (const a of elements) {
		for (const b of elements) {
			if (product(a, b) !== product(b, a)) throw new Error(`${a} and ${b} do not commute`);
		}
	}
	expect(elements.slice(1).filter((a) => multiply(a, inverse(a)) !== 1)).toEqual([]);
	expect(() => inverse(0)).toThrow('zero has no inverse');
});

test('multiplication is associative and distributes over all 16,777,216 triples', () => {
	let broken = 0;
	for (const a of elements) {
		for (const b of elements) {
			const ab = product(a, b);
			for (const c of elements) {
				if (product(ab, c) !== product(a, product(b, c))) broken += 1;
				if (product(a, b ^ c) !== (ab ^ product(a, c))) broken += 1;
			}
		}
	}
	expect(broken).toBe(0);
});

test('a power is a product repeated', () => {
	for (const a of elements) {
		let expected = 1;
		for (let exponent = 0; exponent < 600; exponent += 1) {
			if (power(a, exponent) !== expected) throw new Error(`${a}^${exponent} is wrong`);
			expected = multiply(expected, a);
		}
	}
	expect(power(0, 0)).toBe(1);
});

test('what is no element is refused', () => {
	expect(() => multiply(256, 1)).toThrow('256 is no element of the field');
});
