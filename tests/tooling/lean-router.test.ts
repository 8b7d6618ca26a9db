import { expect, test } from 'vitest';
import { markPure } from '#scripts/vite/lean-router.ts';

test('components that nobody uses can be dropped', () => {
  const code =
    'var Link = React10.forwardRef(\n  render\n);\nLink.displayName = "Link";\nvar Other = React.memo(View);';
  expect(markPure(code)).toBe(
    'var Link = /* @__PURE__ */ React10.forwardRef(\n  render\n);\n\nvar Other = /* @__PURE__ */ React.memo(View);',
  );
});

test('a class that is given a context can be dropped with it', () => {
  const boundary = 'class extends React2.Component {\n  render() {\n  }\n}';
  expect(markPure(`var Boundary = ${boundary};\nBoundary.contextType = Routes;`)).toBe(
    `var Boundary = /* @__PURE__ */ (() => Object.assign(${boundary}, { contextType: Routes }))();`,
  );
});

test('a class without a context can be dropped too', () => {
  const boundary = 'class extends React.Component {\n  render() {\n  }\n}';
  expect(markPure(`var Boundary = ${boundary};`)).toBe(
    `var Boundary = /* @__PURE__ */ (() => ${boundary})();`,
  );
});

test('a release without anything to mark fails', () => {
  expect(() => markPure('const a = 1;')).toThrow('react-router has changed');
});
