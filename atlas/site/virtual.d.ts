/** Virtual modules. The build of the atlas resolves them to modules of the project. */
declare module 'virtual:atlas-renderer' {
  import type { ScreenRenderer } from '#atlas/screens/types.ts';

  const renderer: ScreenRenderer;
  export default renderer;
}

declare module 'virtual:atlas-values' {
  import type { ValueTexts } from '#atlas/screens/types.ts';

  const values: ValueTexts;
  export default values;
}
