import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { escapeHtml } from './html.ts'

const languages = { bash, css, go, http, javascript, json, php, python, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** What is not one of these, such as `text`, has no colours. */
const nameOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(languages).map((name) => [name, name])),
  ...{ sh: 'bash', js: 'javascript', mjs: 'javascript', jsonl: 'json', ts: 'typescript', tsx: 'typescript' },
  ...{ html: 'xml', svg: 'xml', py: 'python', yml: 'yaml' },
}

/** The code as HTML, with a class for each kind of word; the style sheet has their colours. */
export function highlight(code: string, language: string): string {
  const name = nameOf[language]
  return name === undefined ? escapeHtml(code) : hljs.highlight(code, { language: name, ignoreIllegals: true }).value
}
