/**
 * Arithmetic in GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11d) and the generator 2,
 * the field the common Reed-Solomon tools share. Addition is exclusive or and needs no function.
 */
const polynomial = 0x11d;
const order = 255;

const exponents = new Uint8Array(2 * order);
const logarithms = new Uint8Array(256);

for (let exponent = 0, value = 1; exponent < order; exponent += 1) {
	exponents[exponent] = value;
	exponents[exponent + order] = value;
	logarithms[value] = exponent;
	value <<= 1;
	if (value > 255) value ^= polynomial;
}

function at(table: Uint8Array, index: number): number {
	const value = table[index];
	if (value === undefined) throw new RangeError(`${index} is no element of the field`);
	return value;
}

export function multiply(a: number, b: number): number {
	if (a === 0 || b === 0) return 0;
	return at(exponents, at(logarithms, a) + at(logarithms, b));
}

/** The element that times `a` gives 1; zero has none. */
export function inverse(a: number): number {
	if (a === 0) throw new RangeError('zero has no inverse');
	return at(exponents, order - at(logarithms, a));
}

/** `a` to the power of a whole number; anything to the power of 0 is 1, zero included. */
export function power(a: number, exponent: number): number {
	if (exponent === 0) return 1;
	if (a === 0) return 0;
	return at(exponents, (at(logarithms, a) * exponent) % order);
}
