/** The contract that is deployed is the one whose source lies beside it, and it holds to its rules. */
import fs from 'node:fs';
import path from 'node:path';
import { compiled, contractAbi } from '../../../service/anchor/log-anchor';
import { compileSolidity } from '../../support/servers/evm';

interface AbiEntry {
	readonly type: string;
	readonly name?: string;
}

interface Compiled {
	readonly errors?: readonly { readonly formattedMessage: string }[];
	readonly contracts: {
		readonly 'LogAnchor.sol': {
			readonly LogAnchor: {
				readonly abi: readonly object[];
				/** JSON. */
				readonly metadata: string;
				readonly evm: { readonly bytecode: { readonly object: string } };
			};
		};
	};
}

async function compiledAnew() {
	const source = path.join(__dirname, '../../../service/anchor/LogAnchor.sol');
	const output = (await compileSolidity({
		language: 'Solidity',
		sources: { 'LogAnchor.sol': { content: fs.readFileSync(source, 'utf8') } },
		settings: {
			...compiled.settings,
			outputSelection: { '*': { '*': ['abi', 'metadata', 'evm.bytecode.object'] } },
		},
	})) as Compiled;
	expect(output.errors ?? []).toEqual([]);
	const { abi, metadata, evm } = output.contracts['LogAnchor.sol'].LogAnchor;
	const { compiler } = JSON.parse(metadata) as { readonly compiler: { readonly version: string } };
	return { version: compiler.version, abi, bytecode: `0x${evm.bytecode.object}` };
}

test('the source compiles to the bytecode that is deployed, and is called as it says', async () => {
	const { version, abi, bytecode } = await compiledAnew();
	expect({ ...compiled, compiler: version, bytecode }).toEqual(compiled);
	const { parseAbi } = await import('viem');
	expect(essence(abi)).toEqual(essence(parseAbi(contractAbi)));
});

/** In one order, and without what compilers say and nobody who calls needs. */
function essence(abi: readonly object[]): readonly AbiEntry[] {
	const isNoise = (key: string, value: unknown) =>
		key === 'internalType' || value === false || value === '';
	const entries = JSON.parse(JSON.stringify(abi), (key, value: unknown) =>
		isNoise(key, value) ? undefined : value,
	) as readonly AbiEntry[];
	const nameOf = ({ type, name }: AbiEntry) => `${type} ${name}`;
	return entries.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
