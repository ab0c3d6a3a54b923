import { HtmlValidate } from 'html-validate'

/** The rules of the HTML standard; matters of style, such as quotes, are left out. */
const checker = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'no-trailing-whitespace': 'off',
    // The customer's colours and the scale of a value are data.
    'no-inline-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'tel-non-breaking': 'off',
    // A page of a link may have another language on purpose.
    'require-sri': 'off',
  },
})

/** Returns what is invalid in a page, one line each. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await checker.validateString(html)
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
  )
}
