import type { ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow'

export class PictableApi implements ICredentialType {
  name = 'pictableApi'

  displayName = 'Pictable API'

  icon: Icon = { light: 'file:../nodes/Pictable/pictable.svg', dark: 'file:../nodes/Pictable/pictable.dark.svg' }

  properties: INodeProperties[] = [
    {
      displayName: 'Server URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://pictable.example.com',
      description: 'The URL of your Pictable server, as n8n reaches it',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'pct_…',
      description:
        'Create it in Pictable under Developers > API Keys. Scope <code>trigger</code> to render images and run actions, <code>write</code> also for the trigger node.',
    },
  ]

  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  } as const

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.trim().replace(/\\/+$/, "")}}', url: '/v1/templates', qs: { limit: 1 } },
    rules: [
      {
        type: 'responseCode',
        properties: {
          value: 401,
          message: 'Pictable rejected the API key (401). Create a key under Developers > API Keys, and paste it here.',
        },
      },
      {
        type: 'responseCode',
        properties: {
          value: 403,
          message: 'The API key may not read templates (403). Create a key with the scope "trigger" for all actions.',
        },
      },
      {
        type: 'responseCode',
        properties: {
          value: 404,
          message: 'This is not the API of Pictable (404). Check the server URL, such as https://pictable.example.com.',
        },
      },
    ],
  }
}
