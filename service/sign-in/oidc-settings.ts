/** Settings of signing in by a provider of OpenID Connect, and which roles its groups give. */
import { roles, type Role } from '../../api/language/roles';
import {
	SettingRefused,
	type EnvironmentSettings,
	type EnvironmentValues,
} from '../../server/config/environment';
import { listOf } from '../../server/config/schema';
import { isLoopback } from '../../server/networks';

const without = 'no sign-in by a provider';

export const oidcSettings = {
	oidcIssuer: {
		variable: 'OIDC_ISSUER',
		type: 'string',
		protocols: ['https', 'http'],
		pattern: '^[a-zA-Z]+://[^?#@\\\\\\s]+$',
		rule: 'must be the address of the provider as it names itself, beginning with https:// and without a name, a password, ? and #',
		otherwise: without,
		meaning:
			'provider of OpenID Connect by which people sign in to the console, `https://` but on this machine; needs `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET` ([console.md](console.md#signing-in-by-your-organisation))',
	},
	oidcClientId: {
		variable: 'OIDC_CLIENT_ID',
		type: 'string',
		otherwise: without,
		meaning: 'name of this service at the provider',
	},
	oidcClientSecret: {
		variable: 'OIDC_CLIENT_SECRET',
		type: 'string',
		isSecret: true,
		otherwise: without,
		meaning: 'secret of this service at the provider',
	},
	oidcName: {
		variable: 'OIDC_NAME',
		type: 'string',
		pattern: '^\\P{C}{1,60}$',
		rule: 'must be a name of at most 60 characters',
		default: "your organisation's sign-in",
		meaning: 'what the button calls the provider: *Continue with ...*',
	},
	oidcOrganisation: {
		variable: 'OIDC_ORGANISATION',
		type: 'string',
		otherwise: 'the only one there is',
		meaning:
			'id of the organisation that people of the provider belong to, as `admin -- organisation list` shows it',
	},
	oidcGroupsClaim: {
		variable: 'OIDC_GROUPS_CLAIM',
		type: 'string',
		default: 'groups',
		meaning: 'claim in which the provider names the groups of a person',
	},
	oidcRoles: {
		variable: 'OIDC_ROLES',
		type: 'string',
		otherwise: 'users sign in, with the roles they have here',
		meaning:
			'roles that groups of the provider give, as `signers=SealerUser,office=SealerAdmin+KeeperAdmin`: who is in one of them becomes a user, and has these roles from each sign-in on; needs `OIDC_ORGANISATION`',
	},
} as const satisfies EnvironmentSettings;

export type OidcSettings = NonNullable<ReturnType<typeof readOidc>>;

/** Undefined if nobody signs in by a provider. */
export function readOidc(values: EnvironmentValues<typeof oidcSettings>) {
	const { oidcIssuer, oidcClientId, oidcClientSecret, oidcOrganisation, oidcRoles } = values;
	const given = [oidcIssuer, oidcClientId, oidcClientSecret, oidcOrganisation, oidcRoles];
	if (given.every((value) => value === undefined)) return undefined;
	if (oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecret === undefined) {
		throw new SettingRefused(
			'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together, and wherever another setting of OIDC_ is',
		);
	}
	if (oidcRoles !== undefined && oidcOrganisation === undefined) {
		throw new SettingRefused(
			'OIDC_ORGANISATION must be set where OIDC_ROLES is: which organisation people become users of',
		);
	}
	return {
		issuer: readIssuer(oidcIssuer),
		clientId: oidcClientId,
		clientSecret: oidcClientSecret,
		name: values.oidcName,
		organisationId: oidcOrganisation,
		groupsClaim: values.oidcGroupsClaim,
		/** By group; undefined if users keep the roles they have here. */
		roles: oidcRoles === undefined ? undefined : readRoles(oidcRoles),
	};
}

function readIssuer(text: string): URL {
	const issuer = new URL(text);
	if (issuer.protocol === 'https:' || isLoopback(issuer.hostname)) return issuer;
	throw new SettingRefused(
		`OIDC_ISSUER must begin with https://, since tokens and the secret pass between it and this service, not '${text}'`,
	);
}

/** A group may have any name without a comma; the last = of a pair ends it. */
function readRoles(text: string): ReadonlyMap<string, readonly Role[]> {
	const read = new Map<string, readonly Role[]>();
	for (const pair of listOf(text)) {
		const end = pair.lastIndexOf('=');
		const group = pair.slice(0, Math.max(0, end)).trim();
		const named = pair.slice(end + 1).split('+');
		const given = roles.filter((role) => named.some((name) => name.trim() === role));
		if (group === '' || given.length !== named.length || read.has(group)) {
			throw new SettingRefused(
				`OIDC_ROLES must be pairs such as office=SealerAdmin+KeeperAdmin, separated by commas, each group and each of its roles once, with roles of ${roles.join(', ')}; not '${pair}'`,
			);
		}
		read.set(group, given);
	}
	return read;
}
