/** Modules of the project that the site is built for; the build puts them in place. */
declare module 'virtual:atlas-stage' {
  import type { Stage } from '#atlas/screens/types.ts';

  const stage: Stage;
  export default stage;
}

declare module 'virtual:atlas-values' {
  import type { ValueTexts } from '#atlas/screens/types.ts';

  const values: ValueTexts;
  export default values;
}
