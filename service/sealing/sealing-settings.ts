export const sealingSettings = {
	sealCertificateFile: {
		variable: 'SEAL_CERTIFICATE_FILE',
		type: 'string',
		otherwise: 'a self-signed one, made at the first start in `seal-key.json`',
		meaning:
			'certificate contracts are sealed with and its key, RSA or EC: a PKCS #12 file (`.p12`)',
	},
	sealCertificatePassword: {
		variable: 'SEAL_CERTIFICATE_PASSWORD',
		type: 'string',
		isSecret: true,
		otherwise: 'none',
		meaning: 'password of `SEAL_CERTIFICATE_FILE`',
	},
	sealKey: {
		variable: 'SEAL_KEY',
		type: 'string',
		isSecret: true,
		otherwise: '`seal-key.json` in `SEALKEEPER_DATA`',
		meaning:
			'the self-signed certificate and its key, as the file has them, where `SEAL_CERTIFICATE_FILE` is not set; the same in every process of a database',
	},
	sealRevocation: {
		variable: 'SEAL_REVOCATION',
		enum: ['on', 'off'],
		default: 'on',
		meaning:
			'whether the responders (OCSP) and lists that the certificates of a seal and of its time stamp name are asked if these were revoked, which goes into the seals of PDFs; one that was revoked seals nothing',
	},
	tsaUrl: {
		variable: 'TSA_URL',
		type: 'string',
		protocols: ['http', 'https'],
		isSecret: true,
		otherwise: 'no time stamps',
		meaning:
			'time stamping authority (RFC 3161) whose word of the time goes into the seals of PDFs, with a name and a password where it wants them',
	},
	tsaWaitMinutes: {
		variable: 'TSA_WAIT_MINUTES',
		type: 'integer',
		minimum: 0,
		maximum: 10_080,
		default: 10,
		meaning:
			'minutes from the last signature on in which a seal waits for an authority that gives no time; then it is made without',
	},
} as const;
