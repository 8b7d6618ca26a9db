import { type DeliveredPackage, referenceOf } from './delivered.ts';

/** By name of a hash algorithm in npm: its name in CycloneDX. */
const ALGORITHMS: Readonly<Record<string, string>> = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' };

/** The package URL (purl) of an npm package. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function hashesOf(integrity: string) {
  const [name = '', hash = ''] = integrity.split('-');
  const alg = ALGORITHMS[name];
  return alg ? [{ alg, content: Buffer.from(hash, 'base64').toString('hex') }] : [];
}

/**
 * Writes a bill of materials in the format CycloneDX 1.6. It contains neither a time nor a serial number, so that the
 * text is the same for the same packages.
 */
export function cycloneDx(
  project: { name: string; version: string },
  delivered: readonly DeliveredPackage[],
): string {
  const components = delivered.map(({ name, version, licence, integrity, part }) => ({
    type: 'library',
    'bom-ref': referenceOf({ name, version }),
    name,
    version,
    purl: purlOf(name, version),
    ...(licence !== '' && { licenses: [{ expression: licence }] }),
    hashes: hashesOf(integrity),
    properties: [{ name: 'munjigi:part', value: part }],
  }));
  const component = {
    type: 'application',
    'bom-ref': referenceOf(project),
    name: project.name,
    version: project.version,
  };
  const dependencies = [
    { ref: referenceOf(project), dependsOn: delivered.filter(({ isDirect }) => isDirect).map(referenceOf) },
    ...delivered.map((each) => ({ ref: referenceOf(each), dependsOn: each.dependsOn })),
  ];
  const billOfMaterials = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component },
    components,
    dependencies,
  };
  return `${JSON.stringify(billOfMaterials, null, 2)}\n`;
}
