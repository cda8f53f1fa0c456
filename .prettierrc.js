module.exports = { useTabs: true, printWidth: 100, singleQuote: true, trailingComma: 'all' };
