/**
 * Environment variables of a local n8n: its own folder and ports, no telemetry, no calls to n8n's
 * servers.
 */
import path from 'node:path';
import { cleanEnvironment } from '../machine/clean-environment';
import { loopback } from '../machine/free-port';

export interface N8nSettings {
	/** Has n8n's `.n8n` folder with its database. */
	readonly home: string;
	readonly encryptionKey: string;
	readonly port: number;
	/** Port of n8n's task broker; another n8n may use the default 5679. */
	readonly brokerPort: number;
}

export function n8nEnvironment(settings: N8nSettings): NodeJS.ProcessEnv {
	const environment = cleanEnvironment();
	return {
		...environment,
		// n8n's default is New York; schedules should use local time.
		GENERIC_TIMEZONE: environment.GENERIC_TIMEZONE ?? hostTimeZone(),
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.home,
		N8N_ENCRYPTION_KEY: settings.encryptionKey,
		N8N_PORT: String(settings.port),
		N8N_LISTEN_ADDRESS: loopback,
		N8N_HOST: loopback,
		N8N_EDITOR_BASE_URL: `http://${loopback}:${settings.port}/`,
		WEBHOOK_URL: `http://${loopback}:${settings.port}/`,
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		N8N_SECURE_COOKIE: 'false',
		// n8n's default folder for files, by the two names under which workflows refer to it.
		N8N_RESTRICT_FILE_ACCESS_TO: ['~/.n8n-files', path.join(settings.home, '.n8n-files')].join(';'),
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_ONBOARDING_FLOW_DISABLED: 'true',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	};
}

function hostTimeZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
