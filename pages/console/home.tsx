/** What waits, what there is, and three ways to begin. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { useLoaded } from '../parts/loading';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { session, useSignedIn } from '../parts/session/signed-in';
import { Notice, WhenLoaded } from '../parts/states';
import { Time } from '../parts/values';
import { stateOf, type Contract } from './contracts/contract-words';
import { useAsked, type Session } from './access/session';
import { Lately } from './lately';
import { needsPeople, ProgramNotice, type Reported } from './programs';
import { findSamples, RemoveSamples, TryAssets, TryDocuments, type Samples } from './samples';
import { texts as contractTexts } from './contracts/texts';
import { texts } from './texts';

/** Home begins what the contracts name. */
const ofHome = { ...texts, ...contractTexts };

interface Waiting {
	/** Open contracts of all sealers, the newest first of each. */
	readonly open: readonly Placed[];
	/** Contracts that the reader is asked to sign. */
	readonly toSign: readonly Placed[];
	/** Documents with a version that nobody approved. */
	readonly documents: readonly PlacedDocument[];
	/** False if the service itself says that something does not work; only administrators ask. */
	readonly isReady: boolean;
	/** Other programs in which something waits for administrators. */
	readonly programs: readonly Reported[];
	readonly ids: ProductIds;
	readonly samples: Samples;
}

interface PlacedDocument {
	readonly productId: string;
	readonly file: Model<'KeeperFile'>;
}

/** The first product of each kind, where the reader may begin something. */
interface ProductIds {
	readonly sealerId: string | undefined;
	readonly keeperId: string | undefined;
	readonly trackerId: string | undefined;
}

interface Placed {
	readonly productId: string;
	readonly contract: Contract;
}

/** As many as fit on a screen; the lists have the rest. */
const shownMax = 5;

async function waiting(session: Session, roles: readonly string[]): Promise<Waiting> {
	const { platform, sealer, keeper } = session;
	const products = await platform.call('listProducts', { limit: 1000 });
	const of = (kind: string) =>
		products.filter(({ product }) => product === kind).map(({ id }) => id);
	const [sealers, keepers] = [of('Sealer'), of('Keeper')];
	const first = (kind: string, role: string) => (roles.includes(role) ? of(kind)[0] : undefined);
	const ids = {
		sealerId: first('Sealer', 'SealerAdmin'),
		keeperId: first('Keeper', 'KeeperAdmin'),
		trackerId: first('Tracker', 'TrackerAdmin'),
	};
	const range = { limit: shownMax, newestFirst: true } as const;
	const each = async (ask: (productId: string) => Promise<readonly Contract[]>) =>
		(
			await Promise.all(
				sealers.map(async (productId) =>
					(await ask(productId)).map((contract) => ({ productId, contract })),
				),
			)
		).flat();
	const isSender = roles.includes('SealerAdmin');
	const isSigner = isSender || roles.includes('SealerUser');
	const documents = async (productId: string): Promise<readonly PlacedDocument[]> => {
		const asked = { productId, awaitsApproval: true, limit: shownMax };
		return (await keeper.call('listFiles', asked)).map((file) => ({ productId, file }));
	};
	const isAdmin = roles.includes('Admin');
	return {
		ids,
		programs: isAdmin ? (await platform.call('listWaiting', {})).filter(needsPeople) : [],
		samples: await findSamples(session, ids),
		documents: ids.keeperId === undefined ? [] : (await Promise.all(keepers.map(documents))).flat(),
		isReady: !isAdmin || (await fetch('/health/ready')).ok,
		open: isSender
			? await each((productId) =>
					sealer.call('listContracts', { productId, state: 'Open', ...range }),
				)
			: [],
		toSign: isSigner
			? await each((productId) =>
					sealer.call('listOwnContracts', { productId, state: 'Asked', ...range }),
				)
			: [],
	};
}

export function Home() {
	const say = useTexts(ofHome);
	const who = useSignedIn();
	const roles = who?.user?.roles ?? [];
	const name = lineOf(who?.user?.firstName ?? '');
	const asked = useAsked(`home ${roles.join()}`, (session) => waiting(session, roles));
	return (
		<>
			<Heading>{name === '' ? say('Home') : say('Good day, {name}', { name })}</Heading>
			<WhenLoaded asked={asked}>
				{({ open, toSign, documents, programs, isReady, ids, samples }) => (
					<>
						{!isReady && (
							<Notice kind="bad" title={say('The service needs you')}>
								<p>
									<Link to="/console/health">{say('See what does not work')}</Link>
								</p>
							</Notice>
						)}
						{programs.map((reported) => (
							<ProgramNotice key={reported.program} reported={reported} />
						))}
						<Arriving />
						<Begin ids={ids} samples={samples} />
						<RemoveSamples samples={samples} ids={ids} onDone={asked.again} />
						{toSign.length > 0 && (
							<Contracts heading={say('Waiting for your signature')} placed={toSign} />
						)}
						{documents.length > 0 && <Documents documents={documents} />}
						{open.length > 0 && <Contracts heading={say('Waiting for others')} placed={open} />}
						{[toSign, open, documents, programs].every(({ length }) => length === 0) && (
							<p class="empty">{say('Nothing waits for you.')}</p>
						)}
						<Lately />
					</>
				)}
			</WhenLoaded>
		</>
	);
}

interface Progress {
	readonly step?: string;
	readonly address?: string;
}

const lookEveryMs = 3_000;

/** How far n8n has come, which `npm start` brings behind the service. */
function Arriving() {
	const say = useTexts(ofHome);
	const { loaded, again } = useLoaded(
		'start',
		async () => (await session('GET', '/start')) as Progress,
	);
	const { step, address } = loaded.state === 'loaded' ? loaded.value : {};
	useEffect(() => {
		if (step === undefined) return undefined;
		const timer = setInterval(again, lookEveryMs);
		return () => clearInterval(timer);
	}, [step !== undefined]);
	if (step !== undefined) return <p role="status">{say('n8n is on its way: {step}', { step })}</p>;
	if (address === undefined) return null;
	return (
		<p role="status">
			{say.filled('n8n is ready: {address}', { address: <a href={address}>{address}</a> })}
		</p>
	);
}

interface BeginProps {
	readonly ids: ProductIds;
	readonly samples: Samples;
}

function Begin({ ids, samples }: BeginProps) {
	const say = useTexts(ofHome);
	const { sealerId, keeperId, trackerId } = ids;
	const ways: ComponentChildren[] = [];
	if (sealerId !== undefined) {
		ways.push(
			<Way to={`/console/contracts/${sealerId}/new`} name={say('Send a contract')} isWithin>
				{say('Drop a PDF, say who signs, and put the fields onto its pages.')}
			</Way>,
		);
	}
	if (keeperId !== undefined) {
		ways.push(
			<Way to="/compare" name={say('Compare two files')}>
				{say('See what differs between them as a person sees it; neither is kept.')}
			</Way>,
			<Way
				to={`/documents/${keeperId}`}
				name={say('Watch documents')}
				sample={samples.folderId === undefined && <TryDocuments productId={keeperId} />}
			>
				{say('Keep versions, see each difference, approve.')}
			</Way>,
		);
	}
	if (trackerId !== undefined) {
		ways.push(
			<Way
				to={`/assets/${trackerId}`}
				name={say('Look at assets')}
				sample={samples.assetId === undefined && <TryAssets productId={trackerId} />}
			>
				{say('Who holds what, and where it came from.')}
			</Way>,
		);
	}
	if (ways.length === 0) return null;
	return (
		<>
			<h2>{say('Begin')}</h2>
			<ul class="cards">{ways}</ul>
		</>
	);
}

interface WayProps {
	readonly to: string;
	readonly name: string;
	/** The address is one of the console. */
	readonly isWithin?: boolean;
	/** A way to try it. */
	readonly sample?: ComponentChildren;
	readonly children: string;
}

function Way({ to, name, isWithin = false, sample, children }: WayProps) {
	return (
		<li>
			{isWithin ? <Link to={to}>{name}</Link> : <a href={to}>{name}</a>}
			<p class="soft">{children}</p>
			{sample}
		</li>
	);
}

function Documents({ documents }: { readonly documents: readonly PlacedDocument[] }) {
	const say = useTexts(ofHome);
	const heading = say('Documents to look at');
	return (
		<section aria-label={heading}>
			<h2>{heading}</h2>
			<ul class="plain">
				{documents.map(({ productId, file }) => (
					<li key={file.id}>
						{say.filled('{document} has a version that nobody approved', {
							document: (
								<a href={`/documents/${productId}/files/${file.id}`}>
									<bdi>{lineOf(file.displayName)}</bdi>
								</a>
							),
						})}
					</li>
				))}
			</ul>
		</section>
	);
}

interface ContractsProps {
	readonly heading: string;
	readonly placed: readonly Placed[];
}

function Contracts({ heading, placed }: ContractsProps) {
	const say = useTexts(contractTexts);
	return (
		<section aria-label={heading}>
			<h2>{heading}</h2>
			<ul class="plain">
				{placed.map(({ productId, contract }) => (
					<li key={contract.id}>
						<Link to={`/console/contracts/${productId}/${contract.id}`}>
							<bdi>{lineOf(contract.displayName)}</bdi>
						</Link>{' '}
						<span class="soft">
							{say(stateOf(contract))}, <Time at={contract.creationDate} />
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
