/** The mark, a warehouse that is an E, and the name beside it, in a box of 122 by 32. A test compares the other drawings of them. */

/** Filled with the accent. */
export const MARK = 'M5 28V11.5L16 4l11 7.5V14H12v3.5h11V21H12v3.5h15V28z'

/** Drawn with a line of 2.3 in the colour of the text. */
export const WORDMARK =
  'M43.2 9.15h-8.05v13.7h8.2m-8.2-7.05h7.2M47.9 24V13m0 5.3c0-2.6 1.5-4.2 3.9-4.2s3.8 1.5 3.8 4.2V24m5-14.2v10.4c0 1.8.8 2.65 2.4 2.65h1.7m-6.8-8.7h6.6M68.6 24V13m0 5.6c0-2.8 1.5-4.45 4.5-4.45M75.5 18.5h8.9a4.45 4.45 0 1 0-1.5 3.3M89 28.4V13m8.9 5.5a4.45 4.45 0 1 1-8.9 0a4.45 4.45 0 1 1 8.9 0zm12.6 0a4.45 4.45 0 1 1-8.9 0a4.45 4.45 0 1 1 8.9 0zm4.9-8.7v10.4c0 1.8.8 2.65 2.4 2.65h1.7m-6.8-8.7h6.6'
