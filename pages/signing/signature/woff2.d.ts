/** The build makes a file of the font; the import is its address. */
declare module '*.woff2' {
	const address: string;
	export default address;
}
