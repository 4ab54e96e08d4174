const navigation = {
  groups: [
    { group: 'Start', pages: ['index', { group: 'Inner', pages: ['a', 'hand'] }] },
    { group: 'API', openapi: 'openapi.json', pages: [] },
  ],
};

const base = { name: 'Test', colors: { primary: '#16a34a' }, navigation };

/** Configurations of the site of `built-effects.ts` that set every field of the sections they have. */
export const builtSamples: readonly object[] = [
  {
    ...base,
    $schema: 'https://docs.example.com/docs.json',
    description: 'What the site is about.',
    theme: 'house',
    logo: '/light.png',
    favicon: '/light.png',
    styling: { eyebrows: 'breadcrumbs', latex: true, codeblocks: 'dark' },
    background: {
      decoration: 'grid',
      color: { light: '#fffaf0', dark: '#101418' },
      image: '/light.png',
    },
    icons: { library: 'fontawesome' },
    banner: { content: 'Soon', dismissible: false, type: 'warning', color: '#ff0000' },
    search: {
      prompt: 'Find',
      hotkey: 'j',
      placeholder: 'Find here',
      synonyms: [['gizmo', 'widget']],
    },
    addons: {
      feedback: { thumbsRating: false, editSuggestions: true, raiseIssues: true },
      ciChecks: { brokenLinks: 'error', grammarLinter: 'warning' },
      previews: { enabled: true },
    },
    variables: [
      {
        name: 'region',
        type: 'select',
        label: 'Region',
        description: 'Where it runs.',
        defaultValue: 'us',
        options: ['eu', 'us'],
      },
      { name: 'shout', type: 'computed', expression: 'upper(region)' },
      { name: 'token', type: 'secret', label: 'Token' },
    ],
    componentTheme: {
      defaultVariant: 'filled',
      radius: '3px',
      padding: '40px',
      border: '2px dashed red',
    },
    thumbnails: { background: '#123456', fonts: { family: 'Own' } },
    contextual: {
      options: [
        'copy',
        {
          title: 'Ask',
          description: 'Ask about it',
          icon: 'rocket',
          href: { base: 'https://example.com/ask', query: 'q=$page' },
        },
      ],
    },
    metadata: { timestamp: true },
    errors: { 404: { redirect: true, title: 'Gone', description: 'Try the search.' } },
    hosting: { basePath: '/docs' },
  },
  {
    ...base,
    logo: { light: '/light.png', dark: '/dark.png', text: true, href: 'https://example.com' },
    favicon: { light: '/light.png', dark: '/dark.png' },
    styling: {
      codeblocks: {
        theme: { light: 'github-light', dark: 'github-dark' },
        languages: { custom: ['/own.json'] },
      },
    },
    background: { image: { light: '/light.png', dark: '/dark.png' } },
    banner: { content: 'Soon', color: { light: '#ff0000', dark: '#00ff00' } },
    contextual: {
      options: [{ title: 'Ask', description: 'Ask about it', href: 'https://example.com/ask' }],
    },
    thumbnails: { appearance: 'dark' },
    i18n: {
      defaultLanguage: 'de',
      languages: ['fr'],
      translationStyle: 'informal',
      translateCodeComments: true,
      blockDeployOnTranslation: true,
      detectLanguage: true,
    },
    integrations: { plausible: { domain: 'docs.example.com' } },
    cookieConsent: {
      enabled: true,
      position: 'top',
      theme: 'dark',
      privacyPolicyUrl: 'https://example.com/privacy',
      categories: { essential: false, analytics: true, functional: true, marketing: true },
    },
  },
  {
    ...base,
    navigation: { pages: ['index', 'hand'] },
    api: {
      openapi: 'openapi.json',
      asyncapi: 'asyncapi.json',
      playground: { display: 'simple', proxy: false },
      mdx: {
        auth: {
          method: 'api_key',
          name: 'x-own-key',
        },
        server: 'https://api.example.com',
      },
      params: { expanded: 'all' },
      examples: { languages: ['python'], defaults: 'required', prefill: false },
    },
  },
  {
    ...base,
    navigation: { pages: ['index', 'hand'] },
    api: {
      openapi: ['openapi.json'],
      asyncapi: ['asyncapi.json', 'events.json'],
      mdx: {
        auth: {
          method: 'oauth2',
          oauth2AuthUrl: 'https://example.com/auth',
          oauth2TokenUrl: 'https://example.com/token',
          oauth2ClientId: 'docs',
          oauth2Scopes: 'read',
        },
        server: ['https://a.example'],
      },
    },
  },
  {
    ...base,
    navigation: { pages: ['index'] },
    api: {
      openapi: { source: 'openapi.json', directory: 'reference' },
      asyncapi: { source: 'asyncapi.json', directory: 'events' },
    },
  },
  {
    ...base,
    assistant: {
      enabled: true,
      name: 'Polly',
      greeting: 'Ask me.',
      model: 'openai/gpt-4.1',
      systemPrompt: 'Answer in rhymes.',
      suggestedQuestions: ['What is new?', 'What is old?'],
      position: 'bottom-left',
      theme: { accentColor: '#ffd54f', icon: 'bot' },
      contactSupport: { enabled: true, email: 'help@example.com', label: 'Write to us' },
      deflection: { enabled: true, supportEmail: 'people@example.com', showHelpButton: true },
    },
  },
  {
    ...base,
    auth: {
      enabled: true,
      provider: 'custom',
      loginUrl: 'https://id.example.com/login',
      publicPaths: ['index'],
      jwksUrl: 'https://id.example.com/keys',
      audience: 'https://docs.example.com',
      claimsMapping: { groups: 'own.groups', email: 'own.email' },
      groups: { partners: { label: 'Our partners', pages: ['a'] } },
    },
  },
  {
    ...base,
    web3: {
      walletConnect: { projectId: 'docs', chains: [1, 10], defaultChain: 10 },
      rpc: { 1: 'https://rpc.example.com' },
      explorer: { 1: 'https://explorer.example.com' },
      contracts: {
        token: { address: { 1: '0x00000000219ab540356cBB839Cbe05303d7705Fa' }, abi: '/abi.json' },
        inline: {
          address: { 1: '0x00000000219ab540356cBB839Cbe05303d7705Fa' },
          abi: [{ type: 'function', name: 'total', stateMutability: 'view' }],
        },
      },
    },
  },
  { ...base, logo: { text: 'Acme' }, styling: { codeblocks: { theme: 'nord' } } },
];
