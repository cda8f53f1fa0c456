/** Counts the rows that a database reads and changes within one turn of the event loop. */
import type { KyselyPlugin, PluginTransformResultArgs, QueryResult, UnknownRow } from 'kysely';
import type { Database } from '../../../../exchange/database/database';

export class CountedRows implements KyselyPlugin {
	/** In a turn, since it was last taken. */
	private most = 0;
	private rows = 0;
	private isCounting = false;

	of(database: Database): Database {
		return database.withPlugin(this);
	}

	takeMost(): number {
		const { most } = this;
		this.most = 0;
		return most;
	}

	transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

	transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
		this.rows += result.rows.length + Number(result.numAffectedRows ?? 0);
		this.most = Math.max(this.most, this.rows);
		if (!this.isCounting) {
			this.isCounting = true;
			setImmediate(() => {
				this.rows = 0;
				this.isCounting = false;
			});
		}
		return Promise.resolve(result);
	}
}
