/** What waits, what there is, and three ways to begin. */
import type { ComponentChildren } from 'preact';
import type { Model } from '../../api/types';
import { Heading } from '../parts/frame';
import { sharedTexts } from '../parts/language/shared-texts';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { useSignedIn } from '../parts/session/signed-in';
import { WhenLoaded } from '../parts/states';
import { Time } from '../parts/values';
import { stateOf, type Contract } from './contracts/contract-words';
import { useAsked, type Session } from './access/session';
import { texts as contractTexts } from './contracts/texts';
import { texts } from './texts';

interface Waiting {
	readonly products: readonly Model<'Product'>[];
	/** Open contracts of all sealers, the newest first of each. */
	readonly open: readonly Placed[];
	/** Contracts that the reader is asked to sign. */
	readonly toSign: readonly Placed[];
}

interface Placed {
	readonly productId: string;
	readonly contract: Contract;
}

/** As many as fit on a screen; the lists have the rest. */
const shownMax = 5;

async function waiting({ platform, sealer }: Session, roles: readonly string[]): Promise<Waiting> {
	const products = await platform.call('listProducts', { limit: 1000 });
	const sealers = products.filter(({ product }) => product === 'Sealer').map(({ id }) => id);
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
	return {
		products,
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
	const say = useTexts(texts);
	const shared = useTexts(sharedTexts);
	const who = useSignedIn();
	const roles = who?.user?.roles ?? [];
	const name = lineOf(who?.user?.firstName ?? '');
	const asked = useAsked(`home ${roles.join()}`, (session) => waiting(session, roles));
	return (
		<>
			<Heading>{name === '' ? shared('Home') : say('Good day, {name}', { name })}</Heading>
			<WhenLoaded asked={asked}>
				{({ products, open, toSign }) => (
					<>
						<Begin products={products} roles={roles} />
						{toSign.length > 0 && (
							<Contracts heading={say('Waiting for your signature')} placed={toSign} />
						)}
						{open.length > 0 && <Contracts heading={say('Waiting for others')} placed={open} />}
						{toSign.length + open.length === 0 && (
							<p class="empty">{say('Nothing waits for you.')}</p>
						)}
					</>
				)}
			</WhenLoaded>
		</>
	);
}

interface BeginProps {
	readonly products: readonly Model<'Product'>[];
	readonly roles: readonly string[];
}

function Begin({ products, roles }: BeginProps) {
	const say = useTexts(texts);
	const shared = useTexts(sharedTexts);
	const first = (kind: string) => products.find(({ product }) => product === kind)?.id;
	const [sealer, keeper, tracker] = [first('Sealer'), first('Keeper'), first('Tracker')];
	const ways: ComponentChildren[] = [];
	if (sealer !== undefined && roles.includes('SealerAdmin')) {
		ways.push(
			<Way to={`/console/contracts/${sealer}/new`} name={say('Send a contract')} isWithin>
				{say('Drop a PDF, say who signs, and put the fields onto its pages.')}
			</Way>,
		);
	}
	if (keeper !== undefined && roles.includes('KeeperAdmin')) {
		ways.push(
			<Way to="/compare" name={shared('Compare two files')}>
				{say('See what differs between them as a person sees it; neither is kept.')}
			</Way>,
			<Way to={`/documents/${keeper}`} name={say('Watch documents')}>
				{say('Keep versions, see each difference, approve.')}
			</Way>,
		);
	}
	if (tracker !== undefined && roles.includes('TrackerAdmin')) {
		ways.push(
			<Way to={`/assets/${tracker}`} name={say('Look at assets')}>
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
	readonly children: string;
}

function Way({ to, name, isWithin = false, children }: WayProps) {
	return (
		<li>
			{isWithin ? <Link to={to}>{name}</Link> : <a href={to}>{name}</a>}
			<p class="soft">{children}</p>
		</li>
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
