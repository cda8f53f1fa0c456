/** Cuts from the lock file what the programs need in production, as one folder of packages. */

type Versions = Readonly<Record<string, string>>;

export interface LockedPackage {
	readonly version: string;
	readonly dependencies?: Versions;
	readonly optionalDependencies?: Versions;
	readonly peerDependencies?: Versions;
	readonly dev?: boolean;
	readonly devOptional?: boolean;
	readonly optional?: boolean;
	readonly peer?: boolean;
	readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Folders of packages by their place: `service`, `node_modules/ajv`, `service/node_modules/ajv`. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** The dependencies that the manifests of these workspaces name, each at its one version. */
export function dependenciesOf(lock: Lock, workspaces: readonly string[]): Versions {
	const found = new Map<string, string>();
	for (const workspace of workspaces) {
		for (const [name, version] of Object.entries(lock[workspace]?.dependencies ?? {})) {
			const other = found.get(name) ?? version;
			if (other !== version) {
				throw new Error(
					`${workspace}/package.json names ${name} ${version}, another workspace ${other}; name one version`,
				);
			}
			found.set(name, version);
		}
	}
	return Object.fromEntries([...found].sort(byName));
}

/** What these workspaces reach, by its place in a folder where all of it is in one `node_modules`. */
export function packagesOf(lock: Lock, workspaces: readonly string[]): Lock {
	const needed = reached(lock, workspaces, requirements);
	const all = reached(lock, workspaces, (one) => ({
		...requirements(one),
		...one.optionalDependencies,
	}));
	const packages = new Map<string, LockedPackage>();
	for (const from of all) {
		const place = from.slice(from.indexOf('node_modules/'));
		const entry = entryOf(lock[from] ?? missing(from), !needed.has(from));
		const other = packages.get(place) ?? entry;
		if (other.version !== entry.version) {
			throw new Error(
				`${place} is needed as ${other.version} and ${entry.version}, and a release has room for one`,
			);
		}
		packages.set(place, entry);
	}
	return Object.fromEntries([...packages].sort(byName));
}

/** Peers that may be missing are left out: they are of other tools. */
function requirements({
	dependencies,
	optionalDependencies,
	peerDependencies,
	peerDependenciesMeta,
}: LockedPackage): Versions {
	const peers = Object.entries(peerDependencies ?? {}).filter(
		([name]) => peerDependenciesMeta?.[name]?.optional !== true,
	);
	const all = Object.entries({ ...Object.fromEntries(peers), ...dependencies });
	return Object.fromEntries(all.filter(([name]) => optionalDependencies?.[name] === undefined));
}

function reached(
	lock: Lock,
	workspaces: readonly string[],
	namesOf: (one: LockedPackage) => Versions,
): ReadonlySet<string> {
	const places = new Set<string>();
	const open = [...workspaces];
	for (let from = open.pop(); from !== undefined; from = open.pop()) {
		for (const name of Object.keys(namesOf(lock[from] ?? missing(from)))) {
			const place = placeOf(lock, from, name);
			if (places.has(place)) continue;
			places.add(place);
			open.push(place);
		}
	}
	return places;
}

/** As Node.js looks for a package: in the nearest folder above. */
function placeOf(lock: Lock, from: string, name: string): string {
	const parts = from.split('/');
	for (let depth = parts.length; depth >= 0; depth -= 1) {
		const place = [...parts.slice(0, depth), 'node_modules', name].join('/');
		if (place in lock) return place;
	}
	return missing(`${from}/node_modules/${name}`);
}

/** Marks of development are of this repository's lock, not of the package's. */
function entryOf(locked: LockedPackage, isOptional: boolean): LockedPackage {
	const { dev: _, devOptional: __, optional: ___, peer: ____, ...kept } = locked;
	return isOptional ? { ...kept, optional: true } : kept;
}

function missing(place: string): never {
	throw new Error(`package-lock.json has no ${place}`);
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
	one < other ? -1 : 1;
