/** The manifests of deploy/kubernetes: each has what its kind demands, and finds what it names. */
import fs from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import * as exchange from '../../exchange/config';
import { variablesOf } from '../../server/config/environment';
import * as service from '../../service/config';

const root = path.resolve(__dirname, '../..');
const folder = path.join(root, 'deploy/kubernetes');
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

interface Generator {
	readonly name: string;
	readonly files?: readonly string[];
	readonly literals?: readonly string[];
}

interface Kustomization {
	readonly resources: readonly string[];
	readonly images: readonly { readonly name: string }[];
	readonly configMapGenerator: readonly Generator[];
	readonly secretGenerator: readonly Generator[];
}

type Labels = Readonly<Record<string, string>>;

interface Manifest {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: { readonly name: string };
	readonly spec: Readonly<Record<string, unknown>>;
}

interface Pod {
	readonly metadata: { readonly labels: Labels };
	readonly spec: {
		readonly terminationGracePeriodSeconds: number;
		readonly securityContext: Readonly<Record<string, unknown>>;
		readonly containers: readonly [Container];
		readonly volumes: readonly {
			readonly name: string;
			readonly secret?: { readonly secretName: string; readonly defaultMode: number };
		}[];
	};
}

interface Container {
	readonly image: string;
	readonly args: readonly string[];
	readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
	readonly env: readonly { readonly name: string; readonly value: string }[];
	readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
	readonly volumeMounts: readonly { readonly name: string }[];
}

const kustomization = parse(read('kustomization.yaml')) as Kustomization;
const manifests = kustomization.resources.flatMap((name) =>
	parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest),
);
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

/** What the server refuses a manifest without, by the API of Kubernetes 1.34. */
const needed: Readonly<Record<string, readonly [apiVersion: string, ...fields: string[]]>> = {
	Namespace: ['v1'],
	Service: ['v1', 'selector', 'ports'],
	StatefulSet: ['apps/v1', 'serviceName', 'selector', 'template'],
	PodDisruptionBudget: ['policy/v1', 'selector', 'minAvailable'],
	NetworkPolicy: ['networking.k8s.io/v1', 'podSelector', 'policyTypes'],
	Ingress: ['networking.k8s.io/v1', 'rules'],
};

test('every manifest of the folder is applied, and has what its kind demands', () => {
	const listed = [...kustomization.resources, 'kustomization.yaml'].sort();
	expect(
		fs
			.readdirSync(folder)
			.filter((name) => name.endsWith('.yaml'))
			.sort(),
	).toEqual(listed);
	for (const { apiVersion, kind, metadata, spec = {} } of manifests) {
		const [version, ...fields] = needed[kind] ?? [];
		expect([kind, apiVersion]).toEqual([kind, version]);
		expect(metadata.name).toMatch(/^[a-z][a-z0-9-]*$/);
		expect(Object.keys(spec)).toEqual(expect.arrayContaining(fields));
	}
});

const sets = ofKind('StatefulSet').map(({ metadata, spec }) => {
	const pod = spec['template'] as Pod;
	const { matchLabels } = spec['selector'] as { readonly matchLabels: Labels };
	const claims = spec['volumeClaimTemplates'] as readonly { readonly metadata: { name: string } }[];
	return { name: metadata.name, spec, pod, matchLabels, claims };
});

const named = (generators: readonly Generator[], name: string) =>
	generators.find((generator) => generator.name === name);

describe.each(sets)('$name', ({ name, spec, pod, matchLabels, claims }) => {
	const [container] = pod.spec.containers;
	const { settings } = name === 'service' ? service : exchange;

	test('is found by its selector, its service and, with more than one, its budget', () => {
		expect(pod.metadata.labels).toMatchObject(matchLabels);
		const found = ofKind('Service').find(({ metadata }) => metadata.name === spec['serviceName']);
		expect(found?.spec['selector']).toEqual(matchLabels);
		const budget = ofKind('PodDisruptionBudget').find(({ metadata }) => metadata.name === name);
		expect(budget !== undefined).toBe(Number(spec['replicas']) > 1);
		if (budget !== undefined) expect(budget.spec['selector']).toEqual({ matchLabels });
	});

	test('mounts volumes that are there, and secrets and settings that are made', () => {
		const volumes = [...pod.spec.volumes, ...claims.map(({ metadata }) => metadata)];
		const mounted = container.volumeMounts.map((mount) => mount.name).sort();
		expect(volumes.map((volume) => volume.name).sort()).toEqual(mounted);
		const secret = pod.spec.volumes.find((volume) => volume.secret !== undefined)?.secret;
		expect(secret?.defaultMode).toBe(0o440);
		const files = named(kustomization.secretGenerator, secret?.secretName ?? '')?.files ?? [];
		const asked = container.env.flatMap(
			({ value }) => /^\/run\/secrets\/(.+)/.exec(value)?.[1] ?? [],
		);
		expect(files.map((file) => path.basename(file)).sort()).toEqual(asked.sort());
		const literals = container.envFrom.flatMap(
			({ configMapRef }) =>
				named(kustomization.configMapGenerator, configMapRef.name)?.literals ?? [],
		);
		const variables = [
			...container.env.map((variable) => variable.name),
			...literals.map((literal) => literal.split('=')[0]),
		];
		expect(variablesOf(settings)).toEqual(expect.arrayContaining(variables));
	});

	test('runs the image as its user, and has time to end', () => {
		const image = fs.readFileSync(path.join(root, 'Containerfile'), 'utf8');
		const [, user, group] = /^USER (\d+):(\d+)$/m.exec(image) ?? [];
		expect(pod.spec.securityContext).toMatchObject({
			...{ runAsNonRoot: true, runAsUser: Number(user), fsGroup: Number(group) },
			fsGroupChangePolicy: 'OnRootMismatch',
		});
		expect(kustomization.images.map(({ name: of }) => of)).toContain(container.image);
		const program = container.args.at(-1) ?? '';
		const source = path.join(root, program.replace(/^dist/, '.').replace(/js$/, 'ts'));
		expect(fs.existsSync(source)).toBe(true);
		const seconds = container.env.find((variable) =>
			variable.name.endsWith('DRAIN_SECONDS'),
		)?.value;
		const needsSeconds = Number(seconds) + service.settings.stopTimeoutMs.default / 1000;
		expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(needsSeconds);
		expect(container.ports).toEqual([{ name: 'http', containerPort: settings.port.default }]);
	});
});
