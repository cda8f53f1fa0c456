/** Runs one simulated settlement and fails with its seed when the auditor finds a fault. */
import { auditSettlement } from './settlement-auditor';
import { SettlementWorld, type Options } from './settlement-world';
import { auditWealth } from './wealth-auditor';

export async function simulate(options: Options): Promise<SettlementWorld> {
	const simulation = await SettlementWorld.create(options);
	try {
		await simulation.run();
		const faults = await (options.adversaries === true
			? auditWealth(simulation)
			: auditSettlement(simulation));
		if (faults.length > 0) throw new Error(faults.join('\n'));
		return simulation;
	} catch (fault) {
		const told = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
		throw new Error(`${options.mode}, seed ${options.seed}: ${told}`);
	}
}
