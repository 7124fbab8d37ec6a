"""All commands of the group."""

from wildwood.cli.commands.screen.archives import archives
from wildwood.cli.commands.screen.evaluate import evaluate
from wildwood.cli.commands.screen.files import files
from wildwood.cli.commands.screen.harvest import harvest
from wildwood.cli.commands.screen.issue import issue
from wildwood.cli.commands.screen.learn import learn
from wildwood.cli.commands.screen.text import text
from wildwood.cli.commands.screen.words import words

COMMANDS = (issue, files, harvest, learn, words, text, archives, evaluate)
