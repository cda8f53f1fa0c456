/** What is null or undefined in the program is left out on the wire. */
export function known<Values extends object>(values: Values): Known<Values> {
	const entries = Object.entries(values).filter(([, value]) => value !== null);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Known<Values>;
}

type Absent<Value> = null extends Value ? true : undefined extends Value ? true : false;

type Known<Values> = {
	readonly [Name in keyof Values as Absent<Values[Name]> extends true ? never : Name]: Values[Name];
} & {
	readonly [Name in keyof Values as Absent<Values[Name]> extends true ? Name : never]?: NonNullable<
		Values[Name]
	>;
};
