import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUTHORITY_FILE } from '#tests/support/ldap/directory.ts';
import { freePort } from '#tools/free-port.ts';
import { requireProgram } from '#tools/programs/find.ts';
import { waitUntilListening } from './listening.ts';

const PACKAGES = ['slapd', 'ldap-utils'];
const CERTIFICATES = join(AUTHORITY_FILE, '..');

/** The account that may change the directory. */
export const ROOT_DN = 'cn=root,dc=hanbit,dc=example';
export const ROOT_PASSWORD = 'change the directory';

const configuration = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
moduleload memberof
pidfile ${folder}/slapd.pid
TLSCertificateFile ${CERTIFICATES}/good.pem
TLSCertificateKeyFile ${CERTIFICATES}/directory.key
TLSCACertificateFile ${CERTIFICATES}/ca.pem
security simple_bind=112
database mdb
suffix "dc=hanbit,dc=example"
rootdn "${ROOT_DN}"
rootpw "${ROOT_PASSWORD}"
directory ${folder}/data
limits dn.exact="cn=portal,dc=hanbit,dc=example" size.prtotal=unlimited
overlay memberof
overlay ppolicy
ppolicy_default "cn=policy,dc=hanbit,dc=example"
ppolicy_use_lockout
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=portal,dc=hanbit,dc=example" read by anonymous auth by * none
`;

/** Starts slapd with these entries on free ports; slapd accepts passwords only on encrypted connections. */
export async function startSlapd(ldif: string) {
  const slapd = requireProgram('slapd', PACKAGES);
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-slapd-'));
  const config = join(folder, 'slapd.conf');
  mkdirSync(join(folder, 'data'));
  writeFileSync(config, configuration(folder));
  writeFileSync(join(folder, 'people.ldif'), ldif);
  execFileSync(requireProgram('slapadd', PACKAGES), ['-f', config, '-l', join(folder, 'people.ldif')]);
  const plain = await freePort();
  const secure = await freePort();
  const urls = { plain: `ldap://127.0.0.1:${plain}`, secure: `ldaps://127.0.0.1:${secure}` };
  const child = spawn(slapd, ['-f', config, '-d', '0', '-h', `${urls.plain} ${urls.secure}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntilListening(child, secure);
  return {
    urls,
    async stop() {
      child.kill();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
