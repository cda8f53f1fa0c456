/** A font is built to a file of its own; what is imported is its address. */
declare module '*.woff2' {
	const address: string;
	export default address;
}
