/** The fields of the texts on the customer’s page, in the order of the page. */
export const pageTextFields = [
  { name: 'prices', label: 'page_texts_prices', example: 'page_texts_prices_example' },
  { name: 'told', label: 'page_texts_told', example: 'page_texts_told_example' },
  { name: 'work', label: 'page_texts_work', example: null },
  { name: 'ready', label: 'page_texts_ready', example: null },
] as const
