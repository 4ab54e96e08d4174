import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../runtime/settings/table.ts';
import { projectRoot } from '../support/corpus.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const dockerfile = read('Dockerfile');
const page = read('docs/deploying/kubernetes.mdx');

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: unknown }[];
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: `${string}Probe`]: {
    readonly httpGet?: { readonly path: string; readonly port: string };
  };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly selector: { readonly matchLabels?: object; readonly app?: string };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

const manifests = [...page.matchAll(/```yaml \S+\n([\s\S]*?)```/g)].flatMap(([, text = '']) =>
  parseAllDocuments(text, { strict: true, uniqueKeys: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  }),
);
const deployments = manifests.filter(({ kind }) => kind === 'Deployment');

test('the manifests are of kinds and versions that Kubernetes has, and name each other', () => {
  expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    'v1 Secret',
    'apps/v1 Deployment',
    'v1 Service',
    'policy/v1 PodDisruptionBudget',
    'apps/v1 Deployment',
  ]);
  const secret = manifests[0]?.metadata.name;
  for (const { spec } of deployments) {
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    const volumes = spec.template.spec.volumes.map(({ name }) => name);
    for (const { envFrom, volumeMounts } of spec.template.spec.containers) {
      expect(envFrom.map(({ secretRef }) => secretRef.name)).toEqual([secret]);
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
    }
  }
  const [server] = deployments;
  const service = manifests.find(({ kind }) => kind === 'Service')?.spec;
  const budget = manifests.find(({ kind }) => kind === 'PodDisruptionBudget')?.spec;
  expect(service?.selector).toEqual(server?.spec.template.metadata.labels);
  expect(budget?.selector.matchLabels).toEqual(server?.spec.template.metadata.labels);
});

test('the manifests are valid by the schemas of Kubernetes, which know all fields', () => {
  // Packages with the schemas of all kinds take more room than is left in a checkout.
  const { $defs } = JSON.parse(read('fixtures/kubernetes/schemas.json')) as { $defs: object };
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  ajv.addSchema({ $id: 'kubernetes', $defs });
  const wrongIn = ({ kind, ...rest }: Pick<Manifest, 'kind'>): readonly string[] => {
    const validate = ajv.getSchema(`kubernetes#/$defs/${kind}`);
    if (!validate) return [`There is no schema of ${kind}.`];
    validate({ kind, ...rest });
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, params.additionalProperty].filter(Boolean).join(' '),
    );
  };
  for (const manifest of manifests) expect([manifest.kind, ...wrongIn(manifest)]).toHaveLength(1);

  const [server] = deployments;
  const text = JSON.stringify(server);
  const changed = (from: string, to: string) => {
    expect(text).toContain(from);
    return wrongIn(JSON.parse(text.replace(from, to)));
  };
  const pod = '/spec/template/spec';
  expect(changed('"drop"', '"drops"')).toEqual([
    `${pod}/containers/0/securityContext/capabilities must NOT have additional properties drops`,
  ]);
  expect(changed('"8Gi"', '"8 GB"')).toContain(
    `${pod}/volumes/0/emptyDir/sizeLimit must match pattern "^[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$"`,
  );
  expect(changed('"replicas":2', '"replicas":"2"')).toEqual(['/spec/replicas must be integer']);
  expect(changed('"apps/v1"', '"apps/v1beta1"')).toEqual(['/apiVersion must be equal to constant']);
  expect(changed('"value":"4000"', '"value":4000')).toEqual([
    `${pod}/containers/0/env/2/value must be string`,
  ]);
});

test('the manifests fit the image, the settings and the addresses of a server', () => {
  const known = new Set(settings.map(({ variable }) => variable));
  const app = read('runtime/app.ts');
  for (const { spec } of deployments) {
    const pod = spec.template.spec;
    // The user `node` of the image.
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    for (const container of pod.containers) {
      const { args, env, ports = [], volumeMounts } = container;
      expect(read('cli.ts')).toContain(`commands/define/${args[0]}.ts`);
      for (const { name, value } of env) {
        expect(known, name).toContain(name);
        // Kubernetes takes texts alone.
        expect(typeof value, name).toBe('string');
      }
      expect(env.map(({ name }) => name)).toContain('DOCENT_STORAGE');
      const [, out] = /DOCENT_OUT=(\S+)/.exec(dockerfile) ?? [];
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain(out);
      for (const { containerPort } of ports) {
        expect(dockerfile).toContain(`EXPOSE ${containerPort}\n`);
      }
      for (const [name, probe] of Object.entries(container)) {
        if (!name.endsWith('Probe') || !('httpGet' in (probe as object))) continue;
        const { path, port } = (probe as Container['readinessProbe'])?.httpGet ?? {};
        expect(app).toContain(`app.get('${path}'`);
        expect(ports.map((one) => one.name)).toContain(port);
      }
    }
  }
  for (const name of Object.keys(manifests[0]?.stringData ?? {})) {
    expect(name.startsWith('AWS_') || known.has(name), name).toBe(true);
  }
});
