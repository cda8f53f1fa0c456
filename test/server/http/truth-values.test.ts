/**
 * The one rule for truth values: `true` and `false` in a body of JSON, and in texts also the forms in which
 * programs write them. That the running programs refuse the rest is shown, field by field, with all other
 * bad input.
 */
import type { Place } from '../../../api/language/description';
import { programs } from '../../../api/programs';
import { checkFor } from '../../../server/http/routing/checks';
import { endpointsOf } from '../../../server/http/routing/endpoints';
import { Refusal } from '../../../server/refusal';

const fields = Object.values(programs).flatMap((program) =>
	endpointsOf(program).flatMap(({ area, operation, endpoint }) =>
		Object.entries(endpoint.fields)
			.filter(([, { type }]) => type === 'boolean')
			.map(([name, field]) => {
				const alone = { ...endpoint, fields: { [name]: field } };
				const check = checkFor(alone, field.in, program);
				return [`${area}.${operation} ${name}`, name, field.in, check] as const;
			}),
	),
);

/** As they are written in a body, and as text in every other place. */
const written = (place: Place, value: boolean): readonly unknown[] => {
	if (place === 'json') return [value];
	return value ? ['true', 'True', 'TRUE', '1'] : ['false', 'False', 'FALSE', '0'];
};
const others = ['', ' ', 'yes', 'no', 'on', 'off', '2', '00', 'null', 'true ', 't'];
const noBooleans = [...others, 1, 0, 'true', 'True', '1', 'false'];

test('there are some in a query, in a form and in a body', () => {
	const places = new Set(fields.map(([, , place]) => place));
	expect(places).toEqual(new Set<Place>(['query', 'form', 'json']));
});

test.each(fields)('%s is true or false and nothing else', (_field, name, place, check) => {
	for (const value of [true, false]) {
		for (const text of written(place, value)) {
			expect(check({ [name]: text })).toEqual({ [name]: value });
		}
	}
	for (const value of place === 'json' ? noBooleans : others) {
		let refusal: unknown;
		try {
			check({ [name]: value });
		} catch (fault) {
			refusal = fault;
		}
		if (!(refusal instanceof Refusal)) throw new Error(`${JSON.stringify(value)} was taken`);
		expect([refusal.code, refusal.args]).toEqual([
			'Request_Invalid',
			[name, 'must be true or false'],
		]);
	}
});
