import { describe, expect, test } from 'vitest';
import { projectFiles, type SourceFile } from '#tools/source/project-files.ts';
import { nodesOf } from '#tools/source/syntax.ts';

/** The imports of a file. */
const importsOf = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) =>
    node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration'
      ? [String(node.source?.value ?? '')].filter((name) => name !== '')
      : [],
  );

/** The imports of a file, except modules of Node.js and files in the same folder. */
const outsideImports = (file: SourceFile): string[] =>
  importsOf(file).filter((name) => !name.startsWith('node:') && !name.startsWith('./'));

/** The fields of the answers in spec sections 3 and 7. */
const ALLOWED_FIELDS = new Set(
  `status errCode message clientId redirectUrl isAlreadyAuth scopes url idOtp passkey qrCode serviceName
   displayContent data setPasswordFlag authenticator license isCheckExpired isCheckMax mobileApp fido2token to
   secondToken accessToken assertionRequest publicKeyCredentialRequestOptions result pushId period qrId qr check
   userId`.split(/\s+/),
);

/** The names of the top-level fields in calls of `ok(...)`. */
const answeredFields = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'ok')
      return [];
    const [fields] = node.arguments;
    if (fields?.type !== 'ObjectExpression') return [];
    return fields.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
    );
  });

describe('the foreign server', () => {
  const files = projectFiles('tests/foreign/*.ts');

  test('imports only modules of Node.js and its own files, and has fewer than 300 lines', () => {
    expect(files.flatMap(outsideImports)).toEqual([]);
    expect(files.reduce((sum, { text }) => sum + text.split('\n').length, 0)).toBeLessThan(300);
  });

  test('answers only with fields of the specification', () => {
    const fieldNames = files.flatMap(answeredFields);
    expect(fieldNames.length).toBeGreaterThan(20);
    expect(fieldNames.filter((field) => !ALLOWED_FIELDS.has(field))).toEqual([]);
  });

  test('is reported when it imports another module or answers with another field', () => {
    const file = {
      path: 'tests/foreign/a.ts',
      text: "import { x } from '#wire/names.ts';\nok({ extra: x });",
    };
    expect(outsideImports(file)).toEqual(['#wire/names.ts']);
    expect(answeredFields(file)).toEqual(['extra']);
  });
});
