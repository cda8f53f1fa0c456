/** Lets so many transactions through, and then none: as for a process that was killed. */
import type { Database } from '../../../../exchange/database/database';

export function dyingDatabase(database: Database, transactions: number): Database {
	let left = transactions;
	return new Proxy(database, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
			return () => {
				left -= 1;
				if (left < 0) throw new Error('killed');
				return target.transaction();
			};
		},
	});
}
