/** Modules of the project that the site is built for; the build puts them in place. */
declare module 'virtual:atlas-stage' {
  const stage: import('#atlas/screens/types.ts').Stage;
  export default stage;
}

declare module 'virtual:atlas-values' {
  const values: import('#atlas/screens/types.ts').ValueTexts;
  export default values;
}
