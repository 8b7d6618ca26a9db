/** The public key with which the calls of an app are verified, instead of a bearer key (rule 238). */
export const APP_PUBLIC_KEYS_SCHEMA = `
  ALTER TABLE mobile_apps ADD COLUMN public_key TEXT;
  ALTER TABLE mobile_apps ADD COLUMN key_thumbprint TEXT;
  CREATE UNIQUE INDEX mobile_apps_by_thumbprint ON mobile_apps (key_thumbprint);
`;
