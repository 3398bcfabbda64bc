/** What must hold for each answer. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ApiDocument, Response } from './document.ts'
import type { FuzzRequest } from './requests.ts'
import { type Answer, isJson } from './send.ts'

const PROBLEM = 'application/problem+json'

/** Evaluates an answer. Returns what is wrong, or undefined. */
export type Evaluator = (request: FuzzRequest, answer: Answer) => string | undefined

/** Compiles the shapes of a document. */
export function createEvaluator(document: ApiDocument): Evaluator {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ ...document, $id: 'api' } as object)
  const compiled = new Map<string, ValidateFunction>()
  const compile = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
    compiled.set(pointer, known)
    return known
  }
  const issueOf = (pointer: string, text: string, type = PROBLEM) => {
    const check = compile(pointer)
    const value = isJson(type) ? parse(text) : text
    if (value === undefined) return 'the body is not JSON'
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }

  const issueOfDocumented = (request: FuzzRequest, { status, text }: Answer, type: string) => {
    const { pointer, response } = findResponse(document, request, status)
    if (response === undefined) return `status ${status} is not documented`
    const types = Object.keys(response.content ?? {})
    if (types.length === 0) return text === '' ? undefined : 'the answer has an undocumented body'
    if (!types.includes(type)) return `status ${status} has the content type ${type}`
    const issue = issueOf(`${pointer}/content/${escapePointer(type)}/schema`, text, type)
    return issue && `status ${status} has a body that is not documented: ${issue}`
  }

  return (request, answer) => {
    const { status, text } = answer
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    if (status >= 500) return `status ${status}`
    if (answer.headers['request-id'] === undefined) return 'the answer has no Request-Id'
    if (status === 429 && !/^[1-9]\d*$/.test(String(answer.headers['retry-after'])))
      return `status 429 has the Retry-After ${answer.headers['retry-after']}`
    if (status < 400 || !request.isElsewhere) return issueOfDocumented(request, answer, type)
    if (type !== PROBLEM) return `status ${status} has the content type ${type}`
    return issueOf('/components/schemas/Problem', text)
  }
}

function findResponse(document: ApiDocument, { call }: FuzzRequest, status: number) {
  const pointer = `/paths/${escapePointer(call.path)}/${call.method.toLowerCase()}/responses/${status}`
  const response: Response | undefined = call.operation.responses[status]
  if (response?.$ref === undefined) return { pointer, response }
  const name = response.$ref.split('/').at(-1) ?? ''
  return { pointer: `/components/responses/${name}`, response: document.components.responses[name] }
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
